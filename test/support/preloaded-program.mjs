// Runs the built program once per message, like a new process would, but with its modules loaded already.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'

const { main } = createRequire(import.meta.url)('../../dist/daybook.cjs')
const script = fileURLToPath(new URL('../../bin/daybook.js', import.meta.url))
let output = { stdout: '', stderr: '' }

for (const name of ['stdout', 'stderr']) {
  process[name].write = (chunk, ...rest) => {
    output[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    const done = rest.findLast(each => typeof each === 'function')
    if (done) process.nextTick(done)
    return true
  }
  // Each run adds listeners.
  process[name].setMaxListeners(0)
}
process.setMaxListeners(0)
// Hooks and commands write to the descriptor, because loading the stream would take longer.
const { writeSync } = fs
fs.writeSync = (file, data, ...rest) => {
  if (file !== 1 && file !== 2) return writeSync(file, data, ...rest)
  const bytes = Buffer.from(data).subarray(rest[0] ?? 0)
  output[file === 1 ? 'stdout' : 'stderr'] += bytes.toString('utf8')
  return bytes.length
}
/** What a process takes with it when it ends: timers that do not hold it, and what it does about errors nobody caught. */
let timers = []
const { setTimeout: wait } = globalThis
globalThis.setTimeout = Object.assign((...given) => {
  const timer = wait(...given)
  timers.push(timer)
  return timer
}, wait)
function end() {
  for (const timer of timers) if (!timer.hasRef()) clearTimeout(timer)
  timers = []
  for (const event of ['uncaughtException', 'unhandledRejection']) process.removeAllListeners(event)
}
process.on('disconnect', () => process.exit())

process.on('message', async ({ args, env, input }) => {
  output = { stdout: '', stderr: '' }
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name]
  Object.assign(process.env, env)
  process.argv = [process.execPath, script, ...args]
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
  process.exitCode = undefined
  try {
    process.exitCode = await main(args)
  } catch (error) {
    output.stderr += inspect(error)
    process.exitCode = 1
  }
  end()
  const code = Number(process.exitCode ?? 0)
  process.exitCode = undefined
  process.send({ code, ...output })
})
