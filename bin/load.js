const { enableCompileCache } = require('node:module')

/** Commands of one kind run with the same V8 flags, and so can use compiled code of each other. */
exports.kindOf = args =>
  args[0] === 'mcp' ? 'mcp' : args[0] === 'diary' || args[1]?.startsWith('diary_') ? 'diary' : 'cli'

/** Loads the built program, or what a thread of it runs, with the compiled code of earlier runs. */
exports.load = (file, kind) => {
  if (!enableCompileCache) return require('./code-cache.js').loadProgram(file, kind)
  // Node 22 and later keep compiled code between starts.
  enableCompileCache()
  return require(file)
}
