/**
 * Statements that create the functions called by triggers. pg_dump by tables leaves them out, so a restore creates them before the tables.
 * @param schema where they are created. Default: the connection's schema
 */
export function postgresFunctions(schema?: string): string {
  const place = schema === undefined ? '' : `"${schema}".`;
  return `create or replace function ${place}refuse_staff_action() returns trigger language plpgsql as $refuse$
    begin
      if tg_op = 'DELETE' and tg_table_name = 'staff_actions' then
        if old.at < coalesce((select max("before") from staff_action_removals), 0) then return old; end if;
      end if;
      raise exception '% is only added to', tg_table_name;
    end $refuse$`;
}
