// Runs a program in Pyodide: node pyodide.mjs FOLDER ARCHIVE MODULES WHEEL PROGRAM
//   FOLDER   of the npm package `pyodide`
//   ARCHIVE  zip with the package pandoku
//   MODULES  folder with _native.abi3.so and _native_craft.abi3.so
//   WHEEL    msgspec for Pyodide
//   PROGRAM  Python, whose answers() this prints as JSON
// The times in milliseconds go to standard error, as a line of JSON.
import { readFileSync } from 'node:fs'

const [folder, archive, modules, wheel, program] = process.argv.slice(2)
const { loadPyodide } = await import(`${folder}/pyodide.mjs`)
const times = {}
let last = performance.now()
const lap = (name) => {
  const now = performance.now()
  times[name] = now - last
  last = now
}

const python = await loadPyodide({ stdout: (line) => console.error(line) })
lap('start')
python.unpackArchive(new Uint8Array(readFileSync(wheel)), 'wheel')
python.unpackArchive(new Uint8Array(readFileSync(archive)), 'zip', { extractDir: '/code' })
for (const name of ['_native.abi3.so', '_native_craft.abi3.so'])
  python.FS.writeFile(`/code/pandoku/${name}`, readFileSync(`${modules}/${name}`))
lap('unpack')
python.runPython('import sys; sys.path.insert(0, "/code"); import pandoku')
lap('pandoku')
python.runPython('import pandoku._native')
lap('_native')
python.runPython('import pandoku._native_craft')
lap('_native_craft')
python.runPython(readFileSync(program, 'utf8'))
const answer = python.runPython('import json; json.dumps(answers())')
lap('program')
console.error(JSON.stringify(times))
console.log(answer)
