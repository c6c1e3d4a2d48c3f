"""What the pages show: plain values made from what the service tells. No HTTP, no HTML."""
