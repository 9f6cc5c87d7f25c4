/**
 * Fields of plain text, which create_record and update_record store as given. In a file without imports, because the
 * page derives its form from it.
 */
export const textFields = ['title', 'summary', 'body'] as const
export type TextField = (typeof textFields)[number]
