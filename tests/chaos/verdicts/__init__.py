"""What must hold at the end of a run, whatever was broken in it."""
