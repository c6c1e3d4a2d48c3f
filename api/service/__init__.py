"""What people do with matches, as plain functions: the JSON routes and the pages both call these.

Nothing in here knows HTTP beyond the status that an error stands for.
"""
