import { expect, it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { awkwardTexts } from './awkward-texts.ts'

onBothEngines('The state of a project', store => {
  const { call } = store

  it.each(Object.entries(awkwardTexts))(
    'The state of a project comes back word for word when it is %s',
    async (_, text) => {
      const stored = await call('context_summarize', { projectId: 'default', summary: text, additionalNotes: text })
      expect(stored.customData).toEqual({ recentEvents: text, additionalNotes: text })
      await call('project_update', {
        id: 'default',
        isMonorepo: true,
        customData: { availableTools: text, monorepoNote: text },
      })
      const block = await call('context_build', { projectId: 'default', additionalInstructions: text })

      expect(block.text).toContain(`### Current Project State\n${text}\n\n### Instruction Prompt\n`)
      expect(block.text).toContain(`## Additional Instructions\n${text}\n\n`)
      expect(sectionOf(block, '### Monorepo Note')).toContain(`\n\n${text}`)
      expect(sectionOf(block, '### 3rd-Party Tools & MCP')).toContain(`:\n\n${text}\n\n`)
      expect(block.text.endsWith(`\n\n${text}`)).toBe(true)
      expect(Buffer.byteLength(block.text)).toBe(
        block.sections.reduce((sum: number, { bytes }: { bytes: number }) => sum + bytes, 0) +
          2 * (block.sections.length - 1),
      )
    },
  )

  it('The state of a project merges key by key: absent stays, null goes, empty clears', async () => {
    const customData = { recentEvents: 'a', additionalNotes: 'b', monorepoNote: 'c', availableTools: 'd' }
    await call('project_update', { id: 'default', customData })
    expect((await call('project_update', { id: 'default', customData: { monorepoNote: 'C' } })).customData).toEqual({
      ...customData,
      monorepoNote: 'C',
    })
    const cleared = await call('project_update', {
      id: 'default',
      customData: { additionalNotes: '', availableTools: null },
    })
    expect(cleared.customData).toEqual({ recentEvents: 'a', additionalNotes: '', monorepoNote: 'C' })
    const { text } = await call('context_build', { projectId: 'default' })
    expect(text).not.toContain('## Additional Instructions')
    expect((await call('context_summarize', { projectId: 'default', summary: 's' })).customData.additionalNotes).toBe(
      '',
    )
    await call('context_summarize', { projectId: 'default', summary: 's', additionalNotes: 'n' })
    const kept = await call('context_summarize', { projectId: 'default', summary: 't' })
    expect(kept.customData).toEqual({ recentEvents: 't', additionalNotes: 'n', monorepoNote: 'C' })
    const emptied = await call('context_summarize', { projectId: 'default', summary: 't', additionalNotes: '' })
    expect(emptied.customData.additionalNotes).toBe('')
  })

  it('The state of a project keeps fields of its own cleared with "" apart from absent ones', async () => {
    const before = await call('project_get', { id: 'default' })
    expect(before).not.toHaveProperty('developmentPhase')
    const after = await call('project_update', {
      id: 'default',
      developmentPhase: '',
      projectPath: '',
      projectDate: '',
    })
    expect(after).toMatchObject({ developmentPhase: '', projectPath: '', projectDate: '' })
    expect((await call('context_build', { projectId: 'default' })).text).not.toMatch(/^(phase|projectDate):/m)
  })

  it('The state of a project is numbered without gaps, says what is the same only once, and comes back from its history', async () => {
    for (const summary of ['one', 'two', 'two', 'three']) {
      store.time.now += 1000
      await call('context_summarize', { projectId: 'default', summary })
    }
    expect(await numbered()).toEqual([
      [3, 'three', 'context_summarize'],
      [2, 'two', 'context_summarize'],
      [1, 'one', 'context_summarize'],
    ])
    expect((await call('context_restore', { projectId: 'default', n: 1 })).customData.recentEvents).toBe('one')
    await call('project_update', { id: 'default', customData: { recentEvents: 'five' } })
    await call('project_update', { id: 'default', customData: { recentEvents: null } })
    expect((await numbered()).slice(0, 3)).toEqual([
      [6, undefined, 'project_update'],
      [5, 'five', 'project_update'],
      [4, 'one', 'restore'],
    ])
    const page = await call('context_history', { projectId: 'default', limit: 2, before: 4 })
    expect(page.entries.map(({ n }: { n: number }) => n)).toEqual([3, 2])
    expect(page.total).toBe(6)
    expect(await call('context_restore', { projectId: 'default', n: 7 })).toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('The state of a project never moves its time backwards', async () => {
    store.time.now += 60_000
    const later = await call('context_summarize', { projectId: 'default', summary: 'a' })
    store.time.now -= 120_000
    expect((await call('context_summarize', { projectId: 'default', summary: 'b' })).updatedAt).toBe(later.updatedAt)
  })

  async function numbered() {
    const { entries } = await call('context_history', { projectId: 'default' })
    return entries.map((entry: { n: number; recentEvents?: string; source: string }) => [
      entry.n,
      entry.recentEvents,
      entry.source,
    ])
  }
})

function sectionOf(block: { text: string }, title: string): string {
  return block.text.slice(block.text.indexOf(`${title}\n`))
}
