import type { Database } from '../database/connect.ts'

/**
 * Returns the net schema from the catalog, as SQL that a reviewer can read. Objects of an extension are
 * represented by the extension's name.
 */
export async function describeSchema(database: Database): Promise<string> {
  const { rows } = await database.query<{ part: string }>(`
    with brought as (
      select classid, objid from pg_depend where deptype = 'e'
    ),
    relation as (
      select oid, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        -- The partitions of months differ by the day on which the schema was made.
        and (not relispartition or pg_get_expr(relpartbound, oid) = 'DEFAULT')
        and ('pg_class'::regclass, oid) not in (table brought)
    ),
    line as (
      select relation.oid, 1 as kind, attnum as place,
        '  ' || attname || ' ' || format_type(atttypid, atttypmod)
          || case when attidentity <> '' then ' generated always as identity' else '' end
          || case when attnotnull then ' not null' else '' end
          || case attgenerated
            when '' then coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
            else ' generated always as (' || pg_get_expr(adbin, adrelid) || ')'
              || case attgenerated when 's' then ' stored' else '' end
          end as text
      from relation
      join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = relation.oid and adnum = attnum
      union all
      select relation.oid, 2, row_number() over (partition by relation.oid order by contype, conname),
        '  constraint ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
      from relation join pg_constraint on conrelid = relation.oid and contype <> 'n'
    )
    select part from (
      select 0 as kind, extname as name, 'create extension ' || quote_ident(extname) || ';' as part
      from pg_extension where extname <> 'plpgsql'
      union all
      select 1, typname,
        'create type ' || typname || ' as enum (' ||
          string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) || ');'
      from pg_type join pg_enum on enumtypid = pg_type.oid
      where typnamespace = 'public'::regnamespace
      group by typname
      union all
      select 2, relname,
        'create table ' || relname || E' (\\n' || string_agg(text, E',\\n' order by line.kind, place)
          || E'\\n)' || coalesce(' ' || min(partition), '')
          || coalesce(' with (' || array_to_string(min(reloptions), ', ') || ')', '') || ';'
      from relation join line using (oid) join (
        select oid, reloptions,
          coalesce('partition by ' || pg_get_partkeydef(oid), 'partition ' || pg_get_expr(relpartbound, oid)) as partition
        from pg_class
      ) as options using (oid)
      group by relname
      union all
      select 3, tablename || indexname, indexdef || ';' from pg_indexes
      where schemaname = 'public' and tablename in (select relname from relation)
        and indexname not in (select conname from pg_constraint)
      union all
      select 4, tgname || relname, pg_get_triggerdef(pg_trigger.oid) || ';'
      from pg_trigger join relation on tgrelid = relation.oid
      where not tgisinternal
      union all
      select 5, proname, pg_get_functiondef(oid) || ';'
      from pg_proc
      where pronamespace = 'public'::regnamespace
        and ('pg_proc'::regclass, oid) not in (table brought)
    ) as parts
    order by kind, name, part`)
  return `${rows.map(({ part }) => part.trim()).join('\n\n')}\n`
}
