import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportedTextFunctions } from './linear-time/exported.ts'
import { functions } from './linear-time/functions.ts'
import { buildMeasuring, type MeasuringProgram, root } from './linear-time/run-measure.ts'
import { units } from './linear-time/units.ts'

const isOfRoom = (file: string) => file.startsWith('src/room/')

describe.each([
  ['the room', isOfRoom],
  ['the rest', (file: string) => !isOfRoom(file)],
])('Functions of %s that read text take time that grows with it', (_, isChosen) => {
  let program: MeasuringProgram
  beforeAll(async () => {
    program = await buildMeasuring(isChosen)
  })
  afterAll(() => program.remove())

  it.each(units)('300 kB of %j', async unit => {
    const { slow, measured } = await program.measure(unit, 300_000)
    expect(slow).toEqual([])
    expect(measured).toBeGreaterThan(60)
  })
})

it('functions that read text are all listed when their module has regular expressions', () => {
  const exported = Object.entries(exportedTextFunctions(root))
  const missing = exported.flatMap(([file, names]) =>
    names.filter(name => !isListed(file, name)).map(name => `${file} ${name}`),
  )
  const files = new Map(exported)
  const gone = Object.entries(functions).flatMap(([file, uses]) => {
    const names = typeof uses === 'string' ? [] : Object.keys(uses)
    const left = names.filter(name => !files.get(file)?.includes(name))
    return files.has(file) ? left.map(name => `${file} ${name}`) : [file]
  })
  expect({ missing, gone }).toEqual({ missing: [], gone: [] })
})

function isListed(file: string, name: string): boolean {
  const uses = functions[file]
  return typeof uses === 'string' || Object.hasOwn(uses ?? {}, name)
}
