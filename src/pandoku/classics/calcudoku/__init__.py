"""Calcudoku (Cal Poly, CPE 101, project 4): 5x5, cages of sums, exhaustive search.

    python3 calcudoku.py < test1_in.in      five lines on stdout, the counts on stderr
    python3 calcudoku.py --form w2022 < in  as another quarter's out files have it
    python3 tests.py                        the tests the paper asks for

`calcudoku.py` is the program and `func_calcudoku.py` the paper's functions. The search is the
engine `brute-force`, the reader the format `cages`. Whatever is wrong (no solution included) is
said on stderr, with nothing on stdout, and the exit is 1.
"""
