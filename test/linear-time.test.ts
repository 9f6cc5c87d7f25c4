import { describe, expect, it } from 'vitest'
import { exportedTextFunctions } from './linear-time/exported.ts'
import { functions } from './linear-time/functions.ts'
import { root } from './linear-time/run-measure.ts'

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
})

function isListed(file: string, name: string): boolean {
  const uses = functions[file]
  return typeof uses === 'string' || Object.hasOwn(uses ?? {}, name)
}
