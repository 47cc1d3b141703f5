-- A hospital that signs itself up may call itself as another is called, or nearly so: in other letters, other spaces, or
-- letters that look alike. Whoever activates it is told.
create function name_as_read(name text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(
    translate(lower(normalize(name, nfkc)), 'авеікмнорѕтухјԁαεικνορτυχ', 'abeikmhopstyxjdaeikvoptux'),
    '[^[:alnum:]]+', '', 'g');

create index organisations_by_name_as_read on organisations (name_as_read(name));
