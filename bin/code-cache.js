// A short command spends much of its time compiling. Node 22 has module.enableCompileCache for this; on Node 20 the same
// is done here for the chunks of the built program: V8's compiled code is read from a file beside them.
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const Module = require('node:module')
const { basename, dirname, join } = require('node:path')
const { Script, constants } = require('node:vm')

/** A chunk's name holds the hash of its text, so compiled code under that name is of that very text. */
const chunkName = /-[\w-]{8}\.cjs$/

exports.keepCompiledCode = dist => {
  // V8 refuses what another version compiled, so each has a folder of its own.
  const folder = join(dist, '.code-cache', `${process.versions.v8}-${process.arch}`)
  const compileAnew = Module.prototype._compile
  const unsaved = []

  Module.prototype._compile = function (text, file) {
    if (dirname(file) !== dist || !chunkName.test(file)) return compileAnew.call(this, text, file)
    const saved = join(folder, basename(file))
    const cachedData = readIfThere(saved)
    const script = new Script(Module.wrap(text), {
      filename: file,
      cachedData,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    if (!cachedData || script.cachedDataRejected) unsaved.push({ saved, script })
    return script.runInThisContext().call(this.exports, this.exports, Module.createRequire(file), this, file, dist)
  }

  // At the end the functions that were used are compiled too, and are kept with the rest.
  process.once('exit', () => {
    try {
      if (unsaved.length > 0) mkdirSync(folder, { recursive: true })
      for (const { saved, script } of unsaved) {
        const part = `${saved}.${process.pid}`
        writeFileSync(part, script.createCachedData())
        renameSync(part, saved)
      }
    } catch {
      // A folder that cannot be written to costs time, nothing else.
    }
  })
}

function readIfThere(file) {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
