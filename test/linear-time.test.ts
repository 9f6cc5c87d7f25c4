import { describe, expect, it } from 'vitest'
import { exportedTextFunctions } from './linear-time/exported.ts'
import { functions } from './linear-time/functions.ts'
import { root, runMeasure } from './linear-time/run-measure.ts'

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

  it.each([
    ['evidence and calls of the room', (file: string) => /^src\/room\/(?:evidence|protocol)\//.test(file)],
    ['the rest of the room (access 8, 9, 11, 18)', (file: string) => /^src\/room\/(?!evidence|protocol)/.test(file)],
    ['diary', (file: string) => file.startsWith('src/diary/')],
    ['everything else', (file: string) => !/^src\/(?:room|diary)\//.test(file)],
  ])(
    'take time that grows with the text, whatever 1 MB of it holds: %s',
    async (_, isChosen) => {
      const { slow, measured } = await runMeasure(isChosen, 'fewUnits')
      expect(slow).toEqual([])
      expect(measured).toBeGreaterThan(20)
      // Ten seconds on a quiet machine; each call is bounded by itself.
    },
    180_000,
  )
})

function isListed(file: string, name: string): boolean {
  const uses = functions[file]
  return typeof uses === 'string' || Object.hasOwn(uses ?? {}, name)
}
