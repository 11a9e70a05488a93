/** Whether a row still has the values that undoing a change expects; false without a row. */
export const hasColumns = <Row extends object>(row: Row | null | undefined, expect: Partial<Row>): row is Row =>
  !!row && Object.entries(expect).every(([column, value]) => Reflect.get(row, column) === value)
