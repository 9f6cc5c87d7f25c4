#!/usr/bin/env node
const { existsSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')

const program = join(__dirname, '../dist/daybook.cjs')
if (!existsSync(program)) {
  process.stderr.write('Daybook is not built yet. Run: npm run build\n')
  process.exit(1)
}
const args = process.argv.slice(2)
// A chat keeps its server for days: collect early, rather than hold a multiple of what is in use. Before anything is loaded,
// because V8 accepts compiled code only of a process with the same flags.
if (args[0] === 'mcp') require('node:v8').setFlagsFromString('--heap-growing-percent=30')

load(program)
  .main(args)
  .then(code => {
    process.exitCode = code
  })

function load(file) {
  if (!enableCompileCache) return require('./code-cache.js').loadProgram(file, args[0] === 'mcp' ? 'mcp' : 'cli')
  // Node 22 and later keep compiled code between starts.
  enableCompileCache()
  return require(file)
}
