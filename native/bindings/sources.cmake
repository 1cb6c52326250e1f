# The registration files of each module, and the libraries that it needs. native/wasm compiles the
# same files for the browser.
set(_native_sources module.cpp gil.cpp grid.cpp lanes.cpp cages.cpp)
set(_native_libraries pandoku_lanes pandoku_cages)
set(_native_craft_sources craft.cpp gil.cpp steps.cpp logic.cpp scope.cpp rating.cpp generate.cpp
  cage_generate.cpp symmetry.cpp)
set(_native_craft_libraries pandoku_logic pandoku_rating pandoku_generate pandoku_symmetry)
