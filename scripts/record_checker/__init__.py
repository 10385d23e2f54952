"""An independent implementation of the rules, for scripts/check_record.py."""
