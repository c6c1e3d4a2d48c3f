"""The service: a stateless JSON API. The only folder that knows HTTP and environment variables."""
