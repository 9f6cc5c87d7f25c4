import fc from 'fast-check'
import { expect } from 'vitest'
import { dumpStore } from '../records/store-dump.ts'
import type { TestStore } from '../support/engines.ts'
import { openRoots } from './open-roots.ts'

/** A build is the same as its preview, leaves the row alone, and a preview leaves nothing at all. */
export async function expectPreviewsBuilt(store: TestStore, runs: number): Promise<void> {
  const { call } = store
  await openRoots(store, 'default', 7)
  await call('context_summarize', { projectId: 'default', summary: 'So far {so} good.' })
  const line = fc.string({ maxLength: 20 }).map(text => text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ''))
  const args = fc.record(
    {
      slice: fc.oneof(line, fc.constant('104-slice.merge')),
      taskFile: line,
      instruction: fc.constantFrom('', 'review', '7', 'Fix it now', 'zzz', 'test'),
      developmentPhase: line,
      workType: fc.constantFrom('start', 'continue'),
      additionalInstructions: fc.string().map(text => text.replaceAll('\u0000', '')),
      includeDigest: fc.boolean(),
      maxTokens: fc.integer({ min: 500, max: 5000 }),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(args, async given => {
      const before = await dumpStore(store.app)
      const preview = await call('template_preview', { projectId: 'default', ...given })
      expect(await dumpStore(store.app)).toEqual(before)
      const built = await call('context_build', { projectId: 'default', ...given })
      expect(built).toEqual(preview)
      const after = await dumpStore(store.app)
      expect(after.projects).toEqual(before.projects)
      expect(after.project_texts).toEqual(before.project_texts)
      if (given.maxTokens !== undefined && built.text !== undefined) {
        expect(built.estimatedTokens).toBeLessThanOrEqual(given.maxTokens)
      }
    }),
    { numRuns: runs },
  )
}
