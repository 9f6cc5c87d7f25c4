/** Something that happened, numbered within its log from 1 on. */
export interface LoggedEvent {
  seq: number
  type: string
  data: object
}

/** A log that can be followed while it grows, in whichever process that happens. */
export interface EventLog {
  isKnown(): Promise<boolean>
  /** In order of seq. */
  after(seq: number): Promise<readonly LoggedEvent[]>
  /** Whether nothing more will come. */
  isOver(): Promise<boolean>
}
