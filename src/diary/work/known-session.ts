/** A session of a person's work as the index knows it, whether or not its days were read. */
export interface KnownSession {
  /** Its transcript's. */
  key: string
  source: string
  session_id: string
  project_key: string
  project_label: string
  /** The folder of its repository; null where it worked in a folder that is none. */
  repository: string | null
  /** When its last turn began. */
  last_at: number
  /** Turns by day, in the diary's time zone. */
  turns: ReadonlyMap<string, number>
}
