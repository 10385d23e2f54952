"""A second reading of the rules, for scripts/check_record.py."""
