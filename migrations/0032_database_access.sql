-- Session tokens are kept as their SHA-256: a copy of the table signs nobody in. SQLite is given these functions before it migrates.
update sessions set token = encode(sha256(convert_to(token, 'UTF8')), 'hex');
