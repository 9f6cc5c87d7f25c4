import fc from 'fast-check'
import { expect } from 'vitest'
import type { TestStore } from '../support/engines.ts'
import { overrides, projectFields, texts } from './arguments.ts'
import { openRoots } from './open-roots.ts'

const project = fc.record({ fields: projectFields, customData: texts, records: fc.nat(7) })

export interface Extent {
  projects: number
  /** Sets of arguments in each project. */
  sets: number
}

/** A preview is what a build gives, and the row stays as it was. */
export async function expectPreviews(store: TestStore, extent: Extent): Promise<void> {
  const { call } = store
  for (const [index, { fields, customData, records }] of fc.sample(project, extent.projects).entries()) {
    const projectId = `p${index}`
    await call('project_create', { name: projectId, id: projectId, ...fields, customData })
    await openRoots(store, projectId, records)
    const before = await everythingOf(store, projectId)
    let built = 0
    for (const given of fc.sample(overrides, extent.sets)) {
      const preview = await call('template_preview', { projectId, ...given })
      const block = await call('context_build', { projectId, ...given })
      expect(block, JSON.stringify(given)).toEqual(preview)
      if (block.isError) expect(['INSTRUCTION_AMBIGUOUS', 'BUDGET_TOO_SMALL']).toContain(block.code)
      else built++
      if (given.slice === '' && !block.isError) expect(block.text).not.toMatch(/^slice: /m)
    }
    expect(built).toBeGreaterThan(0)
    expect(await everythingOf(store, projectId)).toEqual(before)
  }
}

/** The row, the texts and the settings, as they are stored. */
async function everythingOf({ app }: TestStore, project: string) {
  const place = app.db.engine === 'sqlite' ? '?' : '$1'
  return app.db.read(async tx => [
    await tx.raw(`select * from projects where id = ${place}`, [project]),
    await tx.raw(`select * from project_texts where project_id = ${place} order by key`, [project]),
    await tx.raw(`select * from project_settings where project_id = ${place} order by key`, [project]),
    await tx.raw(`select * from context_summaries where project_id = ${place} order by n`, [project]),
  ])
}
