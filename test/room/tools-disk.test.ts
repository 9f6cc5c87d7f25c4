import { expect, it } from 'vitest'
import { executeTool } from '../../src/room/tools/registry.ts'
import type { Snapshot } from '../../src/room/workspace/vfs.ts'
import { calls } from './tools-calls.ts'
import { contextOf, memorySnapshot, sampleContents } from './tools-context.ts'
import { makeWorkspace } from './workspace-folder.ts'

const contents = sampleContents()

it('a tool answers from a folder on disk exactly as from the same files in memory', async () => {
  const { snapshot } = await makeWorkspace(contents)
  const onDisk = await snapshot()
  for (const { tool, args } of calls)
    expect(await answerOf(onDisk, tool, args)).toEqual(await answerOf(memorySnapshot(contents), tool, args))
})

/** Without when the files were written, which only a disk knows. */
async function answerOf(snapshot: Snapshot, tool: string, args: { [name: string]: unknown }) {
  const { durationMs: _, text, ...rest } = await executeTool(tool, args, contextOf(snapshot))
  return { ...rest, text: text.replace(/"modified": "[^"]*"/g, '"modified": ""') }
}
