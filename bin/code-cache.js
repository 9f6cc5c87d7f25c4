// A short command spends much of its time finding and compiling its code. Node 22 has module.enableCompileCache for the
// latter; on Node 20 V8's compiled code is read from files beside the chunks of the built program.
const { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs')
const Module = require('node:module')
const { basename, dirname, join, sep } = require('node:path')
const { Script, constants } = require('node:vm')

/** A chunk's name holds the hash of its text, so compiled code under that name is of that very text. */
const hasHash = /-[\w-]{8}\.cjs$/

/** Commands of one kind run with the same V8 flags, and so can use compiled code of each other. */
exports.kindOf = args =>
  args[0] === 'mcp' ? 'mcp' : args[0] === 'diary' || args[1]?.startsWith('diary_') ? 'diary' : 'cli'

/** Loads the program, or what a thread of it runs, with the compiled code of earlier runs. */
exports.load = (entry, kind) => {
  if (!Module.enableCompileCache) return exports.loadProgram(entry, kind)
  // Node 22 and later keep compiled code between starts.
  Module.enableCompileCache()
  return require(entry)
}

/**
 * Loads a built program. Its chunks are all in one folder, so they need none of the search that require does.
 * `flags` names the V8 flags that were set for this kind of command.
 */
exports.loadProgram = (entry, flags) => {
  const dist = dirname(entry)
  // V8 rejects code that another version compiled, or the same version with other flags, so each has its own folder. Its
  // cachedDataVersionTag would say so exactly, but node:v8 takes 2 ms to load.
  const { version, arch, execArgv, env } = process
  const kind = [version, arch, flags, ...execArgv, env.NODE_OPTIONS].filter(Boolean).join(' ')
  const folder = join(dist, '.code-cache', kind.replace(/\W+/g, '-').slice(0, 100))
  const requireOther = Module.createRequire(entry)
  const modules = new Map()
  const unsaved = []

  const requireChunk = name => (name.startsWith('./') ? loadChunk(name.slice(2)) : requireOther(name))

  function loadChunk(name) {
    const known = modules.get(name)
    if (known) return known.exports
    const module = { exports: {} }
    modules.set(name, module)
    const file = dist + sep + name
    const code = compile(file, hasHash.test(name) ? folder + sep + name : undefined).runInThisContext()
    try {
      code.call(module.exports, module.exports, requireChunk, module, file, dist)
    } catch (error) {
      // The next require fails in the same way, instead of getting half a module.
      modules.delete(name)
      throw error
    }
    return module.exports
  }

  function compile(file, saved) {
    const cachedData = saved ? readIfWhole(saved) : undefined
    const script = new Script(Module.wrap(readFileSync(file, 'utf8')), {
      filename: file,
      cachedData,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    if (saved && (!cachedData || script.cachedDataRejected)) unsaved.push({ saved, script })
    return script
  }

  // At the end the functions that were used are compiled too, and are kept with the rest.
  process.once('exit', () => {
    try {
      if (unsaved.length > 0) prepareFolder(folder)
      for (const { saved, script } of unsaved) {
        // Threads have the id of their process, and may save at the same time.
        const part = `${saved}.${process.hrtime.bigint()}`
        const data = script.createCachedData()
        writeFileSync(part, Buffer.concat([data, data]))
        renameSync(part, saved)
      }
    } catch {
      // A folder that cannot be written to costs time, nothing else.
    }
  })
  return loadChunk(basename(entry))
}

/** Removes what processes left that were killed while they saved. */
function prepareFolder(folder) {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    const file = folder + sep + name
    if (/\.\d+$/.test(name) && Date.now() - statSync(file).mtimeMs > 60_000) rmSync(file, { force: true })
  }
}

/**
 * V8 does not look whether compiled code is damaged, and the process ends where it is. So each file holds it twice: to
 * compare the halves takes a thirtieth of the time of a checksum.
 */
function readIfWhole(file) {
  try {
    const bytes = readFileSync(file)
    const half = bytes.subarray(0, bytes.length / 2)
    return half.length > 0 && half.equals(bytes.subarray(half.length)) ? half : undefined
  } catch {
    return undefined
  }
}
