import { describe, expect, it } from 'vitest'
import { exportedTextFunctions } from './linear-time/exported.ts'
import { functions } from './linear-time/functions.ts'
import { root, runMeasure } from './linear-time/run-measure.ts'
import { units } from './linear-time/units.ts'

describe('Functions that read text take time that grows with it (access 8, 9, 11, 18)', () => {
  const isOfRoom = (file: string) => file.startsWith('src/room/')
  it.each(units)('1 MB of %j in the room', async unit => {
    const { slow, measured } = await runMeasure(isOfRoom, [unit], 1_000_000)
    expect(slow).toEqual([])
    expect(measured).toBeGreaterThan(60)
  })
  it.each(units)('1 MB of %j elsewhere', async unit => {
    const { slow, measured } = await runMeasure(file => !isOfRoom(file), [unit], 1_000_000)
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
