"""What tests share: a second engine, games played at random, true records, example logs."""
