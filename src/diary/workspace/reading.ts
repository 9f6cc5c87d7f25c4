import type { DiaryContext } from '../context.ts'
import { settled } from './locks.ts'
import { openWorkspace, type Workspace } from './open.ts'

/** Reads from the workspace a call means, without a lock, and once more if it was just being exchanged. */
export async function reading<T>(
  { diary }: Pick<DiaryContext, 'diary'>,
  date: string | undefined,
  read: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  const workspace = await openWorkspace(diary, date)
  return settled(workspace.root, diary.lockTimeoutMs, () => read(workspace))
}
