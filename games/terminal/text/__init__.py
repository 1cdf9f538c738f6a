"""What the person at the terminal reads. Pure: from views and events to lines of text, 80 wide at most.

Lines are written with box-drawing characters and colours; the console takes away what a terminal cannot show.
"""
