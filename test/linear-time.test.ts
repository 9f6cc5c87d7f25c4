import { describe, expect, it } from 'vitest'
import { exportedTextFunctions } from './linear-time/exported.ts'
import { functions } from './linear-time/functions.ts'
import { root, runMeasure } from './linear-time/run-measure.ts'
import { fewUnits } from './linear-time/units.ts'

describe('Functions that read text', () => {
  it('are all listed when their module has regular expressions', () => {
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

  // What is quadratic takes far longer than is allowed on 200 KB already.
  it.each([
    ['the room (access 8, 9, 11, 18)', (file: string) => file.startsWith('src/room/')],
    ['everything else', (file: string) => !file.startsWith('src/room/')],
  ])(
    'take time that grows with the text, whatever 200 KB of it hold: %s',
    async (_, isChosen) => {
      const { slow, measured } = await runMeasure(isChosen, fewUnits, 200_000)
      expect(slow).toEqual([])
      expect(measured).toBeGreaterThan(60)
    },
    60_000,
  )
})

function isListed(file: string, name: string): boolean {
  const uses = functions[file]
  return typeof uses === 'string' || Object.hasOwn(uses ?? {}, name)
}
