/** Something that happened, numbered within its journal from 1 on. */
export interface JournalEvent {
  seq: number
  type: string
  data: object
}

/** A journal that can be followed while it grows, in whichever process that happens. */
export interface EventSource {
  /** Whether there is such a thing to follow at all. */
  known(): Promise<boolean>
  /** In order of seq. */
  after(seq: number): Promise<readonly JournalEvent[]>
  /** Nothing more will come. */
  over(): Promise<boolean>
}
