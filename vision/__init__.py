"""From photo to reading: decode, detect, look again, group, match backs, count, flag."""
