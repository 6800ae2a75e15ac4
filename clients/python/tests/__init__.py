import faulthandler

# Tests that hang say where.
faulthandler.dump_traceback_later(300, exit=True)
