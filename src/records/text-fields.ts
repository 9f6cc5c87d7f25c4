/**
 * Fields of plain text, which create_record and update_record store as given. In a file without imports, because the
 * page derives its form from it.
 */
export const textFields = ['title', 'summary', 'body'] as const
export type TextField = (typeof textFields)[number]

/** An object with what `make` answers for each field. */
export function mapTextFields<T>(make: (field: TextField) => T): { [field in TextField]: T } {
  return Object.fromEntries(textFields.map(field => [field, make(field)])) as { [field in TextField]: T }
}

/** The fields that forms and views show in a generic way, because they have no place of their own there. */
export const furtherTextFields = textFields.filter(field => !['title', 'summary', 'body'].includes(field))
