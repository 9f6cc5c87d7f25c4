import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ifExists } from '../../files/if-exists.ts'
import { jsonIn } from '../../kernel/json.ts'
import { text } from '../../kernel/text.ts'
import { foldName } from './fold.ts'
import { infoFile } from './layout.ts'
import { isAllowedSegment } from './resolve.ts'
import { Template } from './template.ts'

const line = (max: number) => text({ max, bytes: true, blank: true, oneLine: true })

/** A top-level folder that may be shown: never a dot folder, never the private one. */
const RootName = z.string().refine(name => isAllowedSegment(name) && foldName(name) !== 'private', {
  error: 'a folder name that does not start with a dot and is not private',
})

/** `workspace.json`. Keys that other programs added stay. */
export const WorkspaceInfo = z.looseObject({
  schemaVersion: z.literal(1),
  projectId: text({ max: 80, bytes: true, oneLine: true }),
  displayName: line(80),
  description: line(280),
  icon: line(16),
  accentColor: line(16),
  roots: z.array(RootName).min(1).max(20),
  extraRoots: z.array(RootName).max(50),
  rootFiles: z.boolean(),
  template: Template.optional(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type WorkspaceInfo = z.infer<typeof WorkspaceInfo>

const { displayName, description, icon, accentColor, extraRoots, rootFiles } = WorkspaceInfo.shape

/** What a person may change about a workspace. */
export const WorkspaceChange = z
  .strictObject({ displayName, description, icon, accentColor, extraRoots, rootFiles })
  .partial()
export type WorkspaceChange = z.infer<typeof WorkspaceChange>

/** The project whose workspace a folder is, as the folder itself says, wherever it was copied or moved to. */
export async function projectIn(root: string): Promise<string | undefined> {
  const text = await ifExists(readFile(join(root, infoFile), 'utf8'))
  return WorkspaceInfo.safeParse(jsonIn(text ?? '')).data?.projectId
}
