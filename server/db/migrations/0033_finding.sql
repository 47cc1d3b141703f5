-- What a request is found by (decision 42): the words of its patient's name and number in small letters, a space before
-- each; the number once more without its signs. The same signs part words in domain/requests/finding.ts.
create function find_text(patient_name text, patient_id text) returns text
  language sql immutable parallel safe
  return ' ' || translate(
      lower(left(patient_name, 200) || ' ' || left(patient_id, 100)),
      U&' \00A0!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~',
      repeat(' ', 34)
    ) || ' ' || translate(lower(left(patient_id, 100)), U&' \00A0!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~', '');

-- With whose it is as a word that nobody can type, so that the index alone tells the rows of one hospital.
create function find_vector(patient_name text, patient_id text, hospital_id text) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(
    array_remove(string_to_array(find_text(patient_name, patient_id), ' '), '') || ('h:' || hospital_id)
  );

-- Written at once: a list of what waits to be written would be read by every search.
create index requests_to_find on requests using gin (find_vector(patient_name, patient_id, hospital_id))
  with (fastupdate = off);
