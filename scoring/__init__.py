"""The rules of Nertz: cards, rule sets, deal scores, checks, corrections and matches.

Standard library only; nothing here knows about pictures, files or HTTP.
"""
