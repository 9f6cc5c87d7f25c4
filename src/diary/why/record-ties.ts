/** What ties a record to a commit. */
export const recordTies = ['work_item', 'turn', 'file', 'commit'] as const
export type RecordTie = (typeof recordTies)[number]

export const tieTexts: { readonly [tie in RecordTie]: string } = {
  work_item: 'cites the work item',
  turn: 'cites the turn',
  file: 'cites a file of it',
  commit: 'names the commit',
}
