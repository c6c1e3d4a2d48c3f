"""The stored matches as JSON over HTTP; every route is one call of the service."""

from api.routes import corrections, deals, decks, enter, matches, photos, results

STORED = tuple(part.routes for part in (matches, decks, deals, photos, corrections, results, enter))
