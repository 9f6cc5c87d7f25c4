// What a thread of the built program runs; its arguments are those of the program.
const { join } = require('node:path')
const { kindOf, load } = require('./code-cache.js')

load(join(__dirname, '../dist/index-worker.cjs'), kindOf(process.argv.slice(2)))
