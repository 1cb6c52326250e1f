"""The screens of the application, with one file for each screen."""
