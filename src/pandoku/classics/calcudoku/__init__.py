"""Calcudoku (Cal Poly, CPE 101, project 4): 5x5, cages of sums, exhaustive search.

    python3 calcudoku.py < test1_in.in      five lines on stdout, the counts on stderr
    python3 calcudoku.py --form w2022 < in  output in the form of another quarter
    python3 tests.py                        the tests that the paper requires

`program.py` is the program, `func_calcudoku.py` has the paper's functions, and `test1_in.in` is the
paper's puzzle. The search is the engine `brute-force`, and the input is read by the format `cages`.
On any error, or if there is no solution, a message is written to stderr and nothing to stdout, and
the exit status is 1.
"""
