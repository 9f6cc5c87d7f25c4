import type { TestStore } from '../support/engines.ts'

/** Questions 1 to n, all of them open. */
export async function openRoots({ call }: Pick<TestStore, 'call'>, project_id: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const record = { type: 'question', title: `Question ${n}`, summary: `Summary ${n}.`, body: 'Body.' }
    await call('create_record', { project_id, ...record })
  }
}
