import { expect } from 'vitest'
import type { TestStore } from '../support/engines.ts'
import { openRoots } from './open-roots.ts'

/** A block shows open records, latest first, and counts those it does not show, up to so many. */
export async function expectLatestShown(store: TestStore, most: number): Promise<void> {
  const { call, build } = builder(store)
  for (const [count, lines, more] of [
    [1, 1, undefined],
    [20, 20, undefined],
    [21, 20, '- … and 1 more open record (list_records shows all)'],
    [most, 20, `- … and ${most - 20} more open records (list_records shows all)`],
  ] as const) {
    const id = `p${count}`
    await call('project_create', { name: id, id })
    await openRoots(store, id, count)
    const { text } = await build({ projectId: id })
    const shown = text.split('### Open Records\n')[1].split('\n\n')[0].split('\n')
    expect(shown.filter((line: string) => /^- R/.test(line))).toHaveLength(lines)
    expect(shown.find((line: string) => line.startsWith('- …'))).toBe(more)
    expect(shown[0]).toContain(`Question ${count} —`)
  }
  expect((await build({ projectId: 'p1', includeDigest: false })).text).not.toContain('### Open Records')
  await call('project_edit', { id: 'p1', digest: 'off' })
  expect((await build({ projectId: 'p1' })).text).not.toContain('### Open Records')
  expect((await build({ projectId: 'p1', includeDigest: true })).text).toContain('### Open Records')
  // Without open records and work items there is nothing a digest could add.
  expect((await build({ includeDigest: true })).text).toBe((await build({ includeDigest: false })).text)
}

/** A budget that shrinks by so many tokens has the block leave out sections in the agreed order, saying what and why. */
export async function expectLeftOutInOrder(store: TestStore, step: number): Promise<void> {
  const { call, build } = builder(store)
  await openRoots(store, 'default', 25)
  await call('context_summarize', { projectId: 'default', summary: 'kept '.repeat(40), additionalNotes: 'NOTES' })
  const whole = await build()
  const seen: string[] = []
  let last: { dropped: { section: string }[] } = whole
  for (let maxTokens = whole.estimatedTokens; ; maxTokens -= step) {
    const block = await build({ maxTokens })
    if (block.isError) {
      expect(block).toMatchObject({
        code: 'BUDGET_TOO_SMALL',
        text: expect.stringMatching(/about \d+ tokens and maxTokens is \d+.*instruction/),
      })
      break
    }
    expect(block.estimatedTokens).toBeLessThanOrEqual(maxTokens)
    expect(block.text).toContain('kept '.repeat(40))
    expect(block.text).toContain('NOTES')
    expect(block.dropped.length).toBeGreaterThanOrEqual(last.dropped.length)
    for (const { section } of block.dropped.slice(last.dropped.length)) if (!seen.includes(section)) seen.push(section)
    const shown = block.text.match(/^- R\d+ /gm)?.length ?? 0
    const more = Number(/and (\d+) more open/.exec(block.text)?.[1] ?? 0)
    expect(shown === 0 || shown + more === 25).toBe(true)
    if (block.dropped.some(({ section }: { section: string }) => section === 'tools'))
      expect(shown).toBeLessThanOrEqual(5)
    else expect(shown).toBeGreaterThanOrEqual(5)
    last = block
  }
  expect(seen).toEqual(['open records', 'tools', 'orientation'])
}

function builder({ call }: TestStore) {
  return { call, build: (args: object = {}) => call('context_build', { projectId: 'default', ...args }) }
}
