import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { functions } from './functions.ts'
import { type Prepared, prepare } from './prepared.ts'
import { ways } from './ways.ts'

/** A line that the measuring program prints. */
export type Line = { begins: string } | { slow: string; ms: number; honestMs: number } | { measured: number }

type Module = { [name: string]: unknown }
type Measured = { name: string; run: (text: string, prepared: Prepared) => unknown }

/**
 * Measures the functions on each text that a line of stdin names, and prints each time that is out of proportion to that of
 * honest text.
 */
export async function takeTexts(modules: { [file: string]: Module }): Promise<void> {
  const all = [...functionsOf(modules), ...waysThrough(modules)]
  // The first call compiles patterns and functions.
  for (const each of all) await timeOf(each, honestText(10_000), 'warming up')
  for await (const line of createInterface(process.stdin)) {
    const { unit, size }: { unit: string; size: number } = JSON.parse(line)
    for (const each of all) await compare(each, unit, size)
    tell({ measured: all.length })
  }
}

async function compare(each: Measured, unit: string, size: number): Promise<void> {
  const timeWith = (length: number) => timeOf(each, unit.repeat(length / unit.length) + closing, JSON.stringify(unit))
  // Even what grows with the cube of the text stays below the floor then, and most functions are measured with a part of the text.
  for (const part of [10, 3]) if ((await timeWith(Math.floor(size / part))) <= floorMs / part ** 3) return
  const ms = await timeWith(size)
  if (ms <= floorMs) return
  const honestMs = await timeOf(each, honestText(size), 'honest text')
  if (ms > floorMs + timesHonest * honestMs) tell({ slow: `${each.name} on ${JSON.stringify(unit)}`, ms, honestMs })
}

/** Below this compiling and collecting garbage say more than the function; what is quadratic takes far longer. */
const floorMs = 1000
const timesHonest = 20

const honestLines =
  '## Scene 4: The Harbour (POV: Ines)\n\nInes walked to the harbour at nine o’clock. "You are late," said Edda; the bell\n' +
  'rang twice (see `Story/Scenes/SCN-01.md`, line 12). On 12 May 1902 nobody had seen the boat.\n\n' +
  '- **Age**: 34\n| Eyes | grey |\n\nconst text = await read("notes.txt", { encoding: \'utf8\' }) // a comment\n'

const honestText = (size: number) => honestLines.repeat(Math.ceil(size / honestLines.length)).slice(0, size)

/** Patterns are slow when a long run is almost right: neither a letter nor a digit, space or bracket ends it. */
const closing = '¶'

function functionsOf(modules: { [file: string]: Module }): Measured[] {
  return Object.entries(functions).flatMap(([file, uses]) =>
    Object.entries(typeof uses === 'string' ? {} : uses).flatMap(([name, use]) => {
      const run = modules[file]?.[name]
      if (typeof use === 'string' || typeof run !== 'function') return []
      return [{ name: `${file} ${name}`, run: (text, prepared) => use((...args) => run(...args), text, prepared) }]
    }),
  )
}

/** They lead through the room. */
function waysThrough(modules: { [file: string]: Module }): Measured[] {
  const hasRoom = Object.keys(modules).some(file => file.startsWith('src/room/text/'))
  return hasRoom ? Object.entries(ways).map(([name, run]) => ({ name, run })) : []
}

/** Of this process, which a busy machine does not add to. */
async function timeOf({ name, run }: Measured, text: string, on: string): Promise<number> {
  tell({ begins: `${name} on ${on}` })
  const prepared = prepare()
  const began = process.cpuUsage()
  try {
    await run(text, prepared)
  } catch {
    // A text that is refused has been read as well.
  }
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

/** At once, because a function that hangs would keep what was not written yet. */
function tell(line: Line): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}
