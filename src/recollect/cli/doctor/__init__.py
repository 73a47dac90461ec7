"""`recollect doctor`: checks the setup and says how to fix problems."""
