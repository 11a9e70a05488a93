/** Logged fields of errors: names and codes, never values of rows or statements. */
const databaseFields = ['code', 'severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine', 'errcode', 'errstr'] as const
const systemFields = ['errno', 'syscall', 'reason', 'statusCode'] as const
const maxDepth = 5
const notAnError = 'a value that is not an Error was thrown'

export interface LoggedError {
  type: string
  message: string
  stack: string
  cause?: LoggedError
  /** Of an `AggregateError`. */
  errors?: LoggedError[]
  [field: string]: unknown
}

/** Returns an error without personal data for the log. PostgreSQL's `detail` and `where`, for example, contain the values of rows. */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: notAnError, stack: '' }
  const message = messageOf(error)
  const logged: LoggedError = { type: error.constructor.name, message, stack: framesOf(error, message) }
  for (const field of [...databaseFields, ...systemFields]) {
    const value: unknown = field in error ? Reflect.get(error, field) : undefined
    if (typeof value === 'number' || (typeof value === 'string' && value.length <= 200)) logged[field] = value
  }
  if (depth >= maxDepth) return logged
  if (error.cause !== undefined) logged.cause = loggedError(error.cause, depth + 1)
  if (error instanceof AggregateError) logged.errors = error.errors.slice(0, maxDepth).map((one) => loggedError(one, depth + 1))
  return logged
}

/** Returns the messages of an error and its causes on one line, without personal data. */
export function reasonOf(error: unknown): string {
  const reasons: string[] = []
  for (let at: LoggedError | undefined = loggedError(error); at; at = at.cause) reasons.push(at.message)
  return reasons.join(': ')
}

const mailAddress = /[^\s@"'<>(),;:/]+@[^\s@"'<>(),;]+/g

/** Returns the message without the values it may quote. */
function messageOf(error: Error): string {
  // The message may quote all of the invalid input.
  if (error instanceof SyntaxError) return 'something could not be read'
  // A ZodError's message contains the names of unknown keys.
  if ('issues' in error && Array.isArray(error.issues))
    return `not as it should be: ${error.issues.slice(0, 20).map(codeOfIssue).join(', ')}`
  // PostgreSQL's class 22, data exception: invalid input syntax for type …: "the value".
  const quotesValue = 'code' in error && typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code)
  const message = quotesValue ? error.message.replace(/".*"/s, '"…"') : error.message
  return message.replace(mailAddress, '…')
}

const codeOfIssue = (issue: unknown): string =>
  typeof issue === 'object' && issue !== null && 'code' in issue ? String(issue.code) : 'unknown'

/** Returns the stack with the cleaned message, because a stack begins with the original one. */
function framesOf(error: Error, message: string): string {
  const stack = error.stack ?? ''
  const start = stack.indexOf(error.message)
  const frames = (start < 0 ? stack : stack.slice(start + error.message.length)).split('\n').filter((line) => /^\s+at /.test(line))
  return [`${error.name}: ${message}`, ...frames].join('\n')
}
