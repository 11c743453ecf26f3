-- What a lead is in one statement: the customers that could match, then the rows, as the service writes them.
-- Ids grow with time, as the service's do.
\set n random(1, 1000000000)
with stamp as (
  select lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') as t, now() as at
), ids as (
  select at,
    (t || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid as address,
    (t || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid as customer,
    (t || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid as item
  from stamp
), known as (
  select id from customers where brand_id = cast(:brand as uuid) and email_key = 'klant' || cast(:n as text) || '@voorbeeld.nl'
    and archived_at is null and deleted_at is null
  union all
  select id from customers where brand_id = cast(:brand as uuid) and phone_key = '6' || lpad((cast(:n as bigint) % 100000000)::text, 8, '0')
    and archived_at is null and deleted_at is null
  limit 1
), a as (
  insert into addresses (brand_id, id, version, country, city, postal_code, street, street_number,
      street_number_addition, latitude, longitude, precision, city_key, postal_code_key, created_at)
    select cast(:brand as uuid), address, 1, 'NL', 'Utrecht', '1234 AB', 'Oudegracht', '12', '', 52.09, 5.12, 'city',
      'utrecht', '1234ab', at from ids
    returning id
), a_words as (
  insert into address_search (brand_id, id, words)
    select cast(:brand as uuid), address,
      array_to_tsvector(array['0123abcdoudegracht', '0123abcd12', '0123abcd1234', '0123abcdab', '0123abcd1234ab', '0123abcdutrecht'])
    from ids
), c as (
  insert into customers (brand_id, id, version, name, first_name, last_name, email, phone, email_key, phone_key,
      company_name, is_company, address_id, created_at, updated_at, indexed_version)
    select cast(:brand as uuid), customer, 1, 'Jan Jansen', '', '', 'klant' || cast(:n as text) || '@voorbeeld.nl',
      '+316' || lpad((cast(:n as bigint) % 100000000)::text, 8, '0'), 'klant' || cast(:n as text) || '@voorbeeld.nl',
      '6' || lpad((cast(:n as bigint) % 100000000)::text, 8, '0'), '', false, address, at, at, 1
    from ids where not exists (select from known)
    returning id
), c_words as (
  insert into customer_search (brand_id, id, words)
    select cast(:brand as uuid), customer, array_to_tsvector(array['0123abcdjan', '0123abcdjansen',
      '0123abcdklant' || cast(:n as text), '0123abcdvoorbeeld', '0123abcdnl', '0123abcd6' || cast(:n as text)])
    from ids where not exists (select from known)
), w as (
  insert into work_items (brand_id, id, version, customer_id, address_id, title, description, phase, status,
      priority_rank, source, received_at, created_at, updated_at)
    select cast(:brand as uuid), item, 1, coalesce((select id from known), customer), address, 'Lekkende kraan kalomi',
      'Sinds gisteren is er iets mis: kalomi tervel droning baserwol fenri kaka lolo mimi. Graag snel langskomen.',
      'lead', 'request', 1, 'web', at, at, at
    from ids
), s as (
  insert into lead_submissions (brand_id, work_item_id, body, request_id, received_at)
    select cast(:brand as uuid), item,
      '{"customerName":"Jan Jansen","title":"Lekkende kraan kalomi","email":"klant' || cast(:n as text) || '@voorbeeld.nl","phone":"+31612345678","street":"Oudegracht","streetNumber":"12","postalCode":"1234 AB","city":"Utrecht","description":"Sinds gisteren is er iets mis: kalomi tervel droning baserwol fenri kaka lolo mimi. Graag snel langskomen."}',
      item, at
    from ids
), e as (
  insert into events_waiting (brand_id, type, subject_id, actor, actor_id, request_id, created_at)
    select cast(:brand as uuid), type, subject, 'key', item, item, at from (
      select 'customer.created' as type, customer as subject, item, at from ids where not exists (select from known)
      union all select 'lead.created', item, item, at from ids
    ) happened
)
insert into work_item_search (brand_id, id, words)
  select cast(:brand as uuid), item, array_to_tsvector(string_to_array(
    '0123abcdlekkende 0123abcdkraan 0123abcdkalomi 0123abcdsinds 0123abcdgisteren 0123abcdis 0123abcder 0123abcdiets 0123abcdmis 0123abcdtervel 0123abcddroning 0123abcdbaserwol 0123abcdfenri 0123abcdkaka 0123abcdlolo 0123abcdmimi 0123abcdgraag 0123abcdsnel 0123abcdlangskomen 0123abcdjan 0123abcdjansen 0123abcdklant' || cast(:n as text) || ' 0123abcdvoorbeeld 0123abcdnl 0123abcd6' || cast(:n as text), ' '))
  from ids;
