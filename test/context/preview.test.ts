import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onBothEngines } from '../support/engines.ts'
import { overrides, projectFields, texts } from './arguments.ts'
import { openRoots } from './open-roots.ts'

const projects = fc.array(fc.record({ fields: projectFields, customData: texts, records: fc.nat(7) }), {
  minLength: 20,
  maxLength: 20,
})

onBothEngines('A preview', (bench, engine) => {
  const { call } = bench
  // The server is a process of its own, so each call costs more there; the code that builds is the same.
  const sets = engine === 'sqlite' ? 200 : 20

  it(`is what a build gives, for ${sets} sets of arguments in each of 20 projects, and the row stays as it was`, async () => {
    for (const [index, { fields, customData, records }] of fc.sample(projects, 1).flat().entries()) {
      const projectId = `p${index}`
      await call('project_create', { name: projectId, id: projectId, ...fields, customData })
      await openRoots(bench, projectId, records)
      const before = await everythingOf(projectId)
      let built = 0
      for (const given of fc.sample(overrides, sets)) {
        const preview = await call('template_preview', { projectId, ...given })
        const block = await call('context_build', { projectId, ...given })
        expect(block, JSON.stringify(given)).toEqual(preview)
        if (block.isError) expect(['INSTRUCTION_AMBIGUOUS', 'BUDGET_TOO_SMALL']).toContain(block.code)
        else built++
        if (given.slice === '' && !block.isError) expect(block.text).not.toMatch(/^slice: /m)
      }
      expect(built).toBeGreaterThan(0)
      expect(await everythingOf(projectId)).toEqual(before)
    }
  })

  /** The row, the texts and the settings, as they lie in the store. */
  async function everythingOf(project: string) {
    const place = engine === 'sqlite' ? '?' : '$1'
    return bench.app.db.read(async tx => [
      await tx.raw(`select * from projects where id = ${place}`, [project]),
      await tx.raw(`select * from project_texts where project_id = ${place} order by key`, [project]),
      await tx.raw(`select * from project_settings where project_id = ${place} order by key`, [project]),
      await tx.raw(`select * from context_summaries where project_id = ${place} order by n`, [project]),
    ])
  }
})
