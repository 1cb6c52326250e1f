// The exception for a search whose solution breaks a rule.
#pragma once

#include <cstdint>
#include <exception>
#include <string>

namespace pandoku::verify {

class WrongSolution : public std::exception {
  public:
    // `givens` are the digits of the puzzle, 0 for an empty cell. Both have n_cells digits.
    WrongSolution(int n_cells, const std::uint8_t* givens, const std::uint8_t* digits);

    const char* what() const noexcept override { return text_.c_str(); }

  private:
    std::string text_;
};

}  // namespace pandoku::verify
