/** Whether a database location is a PostgreSQL URL; everything else is the path of a SQLite file. */
export function isPostgres(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location)
}
